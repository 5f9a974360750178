// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Two benches in one simulation, with the same plusargs: two scoreboards, each with its own files.

module foreign_benches;

  foreign_bench u_left ();
  foreign_bench u_right ();

endmodule
