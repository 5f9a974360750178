/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Selects one of the faults that a rewritten source holds. Every source of the build includes this
 * first. $RVT_FAULT is the number of the fault, read once; without it, or with 0, none is active.
 * $RVT_FAULT_REACHED names a file of RVT_FAULTS_MAX bytes that collects which ones were reached.
 */
#ifndef RVT_FAULTS_SELECTION_H
#define RVT_FAULTS_SELECTION_H

#define RVT_FAULTS_MAX 65536

extern unsigned rvt_fault_active;
extern unsigned char *rvt_fault_reached;

/* True if fault n (1 to RVT_FAULTS_MAX - 1) is active; notes that it was reached. */
#define RVT_FAULT(n) (rvt_fault_reached[n] = 1, rvt_fault_active == (n))

#endif
