/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * librvt: E-Trace for RISC-V, and what carries it. This header includes all others, one for each
 * chapter:
 *
 *   version.h, status.h      versions; status and diagnosis of every function that can fail
 *   config.h                 the configuration of an encoder and its stream
 *   insn.h, program.h        instruction classes; the program that a hart runs
 *   tip.h                    the ingress port, and files of it
 *   encoder.h, decoder.h     ingress to packets; packets to instructions
 *   te_inst.h, te_data.h     packets
 *   element.h, tree.h        generic trace elements; decode trees with flow control
 *   source.h                 files of captured bytes
 *   index.h                  what is where in a capture
 *   encap.h                  their encapsulation, single and as streams
 *   trace_file.h             files of packets, in all forms
 *   frame.h, stp.h, syst.h   formatter frames; STP; SyS-T
 *   finding.h                what is wrong with a transport
 *   lockstep.h               the comparison of a hardware encoder with the model
 *   lockstep_finding.h       its findings as data
 *   lockstep_transport.h     the same of hardware that carries trace
 *
 * Numbers such as ETR-FMT-001 are requirements of docs/spec-map.yaml.
 */
#ifndef RVT_RVT_H
#define RVT_RVT_H

#include <rvt/config.h>
#include <rvt/decoder.h>
#include <rvt/element.h>
#include <rvt/encap.h>
#include <rvt/encoder.h>
#include <rvt/finding.h>
#include <rvt/frame.h>
#include <rvt/index.h>
#include <rvt/insn.h>
#include <rvt/lockstep.h>
#include <rvt/lockstep_finding.h>
#include <rvt/lockstep_transport.h>
#include <rvt/program.h>
#include <rvt/source.h>
#include <rvt/status.h>
#include <rvt/stp.h>
#include <rvt/syst.h>
#include <rvt/te_data.h>
#include <rvt/te_inst.h>
#include <rvt/tip.h>
#include <rvt/trace_file.h>
#include <rvt/tree.h>
#include <rvt/version.h>

#endif
