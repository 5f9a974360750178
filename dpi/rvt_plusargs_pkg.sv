// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Plusargs of the scoreboards and of the player: of one instance or of all, and the files that they
// name. If several instances would write the same file, each writes one of its own.
`default_nettype none

package rvt_plusargs_pkg;

  // The plusarg of this instance, +NAME@INSTANCE=VALUE, else that of all, +NAME=VALUE; else value
  // stays.
  function automatic void plus_text(input string name, input string instance_name,
                                    inout string value);
    string text;
    if ($value$plusargs({name, "=%s"}, text) != 0) value = text;
    if ($value$plusargs({name, "@", instance_name, "=%s"}, text) != 0) value = text;
  endfunction

  // The number that the text of +NAME is; a fatal error if it is none.
  function automatic int unsigned plus_number(input string name, input string text);
    for (int i = 0; i < text.len(); i++) begin
      if (text.getc(i) < 8'h30 || text.getc(i) > 8'h39) begin
        $fatal(1, "rvt: +%s=%s: expected a number", name, text);
      end
    end
    return 32'(text.atoi());
  endfunction

  // How many instances may write a file of this name.
  int unsigned writers[string];

  // The file of an instance among several with the same path: its name stands before the ending,
  // with _ instead of /.
  function automatic string own_path(input string path, input string instance_name);
    string own;
    int    dot;
    own = instance_name;
    for (int i = 0; i < own.len(); i++) if (own.getc(i) == "/") own.putc(i, "_");
    dot = path.len();
    for (int i = path.len() - 1; i >= 0 && path.getc(i) != "/"; i--) begin
      if (path.getc(i) == "." && dot == path.len()) dot = i;
    end
    return {path.substr(0, dot - 1), ".", own, path.substr(dot, path.len() - 1)};
  endfunction

  function automatic void count_writer(input string path);
    if (writers.exists(path) != 0) writers[path] = writers[path] + 1;
    else writers[path] = 1;
  endfunction

  // Counts the files that this instance may write for +NAME=FILE. Every instance calls this in an
  // initial block, before any calls file_of.
  function automatic void plan_file(input string name, input string instance_name);
    string path;
    path = "";
    plus_text(name, instance_name, path);
    if (path == "") return;
    count_writer(path);
    count_writer(own_path(path, instance_name));
  endfunction

  // The file of this instance for +NAME=FILE; "" if it writes none. FILE itself, unless it is to be
  // written by others, too; - is the standard output, which all may share. fault: why it must not
  // be written, "" otherwise.
  function automatic string file_of(input string name, input string instance_name,
                                    output string fault);
    string path;
    path = "";
    fault = "";
    plus_text(name, instance_name, path);
    if (path == "" || path == "-" || writers[path] == 1) return path;
    path = own_path(path, instance_name);
    if (writers[path] != 1) fault = "it is the file of another instance, too";
    return path;
  endfunction

endpackage

`default_nettype wire
