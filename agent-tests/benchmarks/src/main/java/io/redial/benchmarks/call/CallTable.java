package io.redial.benchmarks.call;

import io.redial.benchmarks.Effort;
import io.redial.benchmarks.Median;
import io.redial.benchmarks.Table;
import io.redial.benchmarks.Target;
import io.redial.benchmarks.agents.AgentJar;
import io.redial.benchmarks.agents.StubTransport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;

/** What the agent adds to a call that succeeds at once. */
public final class CallTable {
  private static final Target TIME = new Target(1_000, "%,.0f ns");
  private static final Target BYTES = new Target(1_024, "%,.0f B");

  /** The agent's own share is judged without a network, whose noise is larger than the share. */
  private static final List<Row> ROWS =
      List.of(
          new Row("stub", "get", "GET", 1, true),
          new Row("stub", "get", "GET, 100 routes by host", 1, true, Routes.BY_HOST),
          new Row("stub", "get", "GET, 100 routes by path", 1, false, Routes.BY_PATH),
          new Row("stub", "getAsync", "GET, async", 1, true),
          new Row("stub", "postBytes", "POST of an array, 1 KB", 1, true),
          new Row("stub", "postStream", "POST of a stream, 100 KB, copied", 10, false),
          new Row("HttpClient 4", "get4", "GET", 5, true),
          new Row("HttpClient 5", "get5", "GET", 5, true),
          new Row("HttpClient 5", "get5Async", "GET, async", 5, true),
          new Row("loopback", "get", "GET", 50, false),
          new Row("loopback", "postBytes", "POST of an array, 1 KB", 50, false),
          new Row("loopback", "postStream", "POST of a stream, 100 KB, copied", 100, false));

  private final Table table =
      new Table(
          "call",
          "CPU without",
          "with",
          "agent's share",
          "bytes without",
          "with",
          "agent's share",
          "target");
  private boolean met = true;

  private CallTable() {}

  /**
   * A line of the table.
   *
   * @param transport of {@link HealthyCall}, or the client of {@link HealthyApacheCall}
   * @param method of that class
   * @param weight how much longer a call takes than a quick one: so many times fewer are made
   * @param judged whether the targets are for this line
   * @param routes the agent's file of options, or null for none
   */
  record Row(
      String transport, String method, String title, int weight, boolean judged, Routes routes) {
    Row(String transport, String method, String title, int weight, boolean judged) {
      this(transport, method, title, weight, judged, null);
    }
  }

  /**
   * Measures and prints.
   *
   * @param redial the agent's jar
   * @param folder for the jar of the stub transport
   * @return whether the targets are met
   */
  public static boolean print(Effort effort, Path redial, Path folder, PrintStream out)
      throws IOException, RunnerException {
    CallTable calls = new CallTable();
    Path stub = AgentJar.of(StubTransport.class, folder);
    for (Row row : ROWS) {
      List<String> agents = new ArrayList<>();
      if (row.transport().equals("stub")) {
        agents.add(stub.toString());
      }
      // log=none keeps the agent's lines out of the table.
      String options = row.routes() == null ? "" : ",config=" + row.routes().in(folder);
      calls.measure(row, effort, agents, redial + "=log=none" + options);
    }
    out.printf(
        "Healthy call: medians of %d x %d iterations; JVMs without (%d) and with (%d) alternate%n",
        effort.rounds(), effort.iterations(), effort.rounds(), effort.rounds());
    calls.table.print(out);
    return calls.met;
  }

  private void measure(Row row, Effort effort, List<String> agents, String redial)
      throws RunnerException {
    List<String> agentsAndRedial = new ArrayList<>(agents);
    agentsAndRedial.add(redial);
    CallRun without = new CallRun();
    CallRun with = new CallRun();
    for (int round = 0; round < effort.rounds(); round++) {
      without.fork(row, effort, agents);
      with.fork(row, effort, agentsAndRedial);
    }
    add(row, without, with);
  }

  private void add(Row row, CallRun without, CallRun with) {
    Median nanos = with.nanos().minus(without.nanos());
    Median bytes = with.bytes().minus(without.bytes());
    table.add(
        row.transport() + ", " + row.title(),
        text("%,.0f ns", without.nanos().value()),
        text("%,.0f ns", with.nanos().value()),
        text("%+,.0f ±%,.0f ns", nanos.value(), nanos.deviation()),
        text("%,.0f B", without.bytes().value()),
        text("%,.0f B", with.bytes().value()),
        text("%+,.0f B", bytes.value()),
        row.judged() ? verdict(nanos.value(), bytes.value()) : "-");
  }

  private String verdict(double nanos, double bytes) {
    met &= TIME.met(nanos) && BYTES.met(bytes);
    return TIME.verdict(nanos) + ", " + BYTES.verdict(bytes);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
