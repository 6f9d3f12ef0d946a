package com.example.calls;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The calls that a program was started for, made one after the other. Each prints one line of four
 * fields with tabs between them: name, status or exception type, milliseconds, body or message.
 */
public final class CallList {
  private final List<Call> calls;

  private CallList(List<Call> calls) {
    this.calls = calls;
  }

  /**
   * Reads a command line of calls; {@code @FILE} stands for the lines of that file, of which empty
   * ones and those that begin with {@code #} are left out.
   */
  public static CallList of(String... arguments) throws IOException {
    List<Call> calls = new ArrayList<>();
    for (String argument : arguments) {
      if (argument.startsWith("@")) {
        for (String line : Files.readAllLines(Paths.get(argument.substring(1)))) {
          if (!line.trim().isEmpty() && !line.startsWith("#")) {
            calls.add(Call.parse(line.trim()));
          }
        }
      } else {
        calls.add(Call.parse(argument));
      }
    }
    return new CallList(calls);
  }

  /** Makes the calls and prints a line for each, also for one that fails. */
  public void run(Caller caller, PrintStream out) {
    for (Call call : calls) {
      long start = System.nanoTime();
      String outcome;
      String detail;
      try {
        Reply reply = caller.make(call);
        outcome = Integer.toString(reply.status());
        detail = reply.body();
      } catch (Exception e) {
        outcome = e.getClass().getName();
        detail = String.valueOf(e.getMessage());
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      out.println(call.name() + '\t' + outcome + '\t' + millis + '\t' + oneLine(detail));
    }
    out.flush();
  }

  private static String oneLine(String text) {
    return text.replaceAll("[\\t\\r\\n]+", " ").trim();
  }
}
