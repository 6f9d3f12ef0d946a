package io.redial.contract.clientgo;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A row of client-go's table of retryable conditions: a server that does one thing to every
 * attempt, a client that may retry twice, and for each verb in each mode the attempts that are due.
 * All of them are under way at once. Mutable, used once.
 */
final class Row {
  private static final List<String> ALL_VERBS = List.of("GET", "POST", "PUT", "DELETE", "PATCH");
  private static final int RETRIES = 2;

  /** Counts Redial's attempts: a GET that is cut the JDK itself sends again. */
  private static final String NUMBER = "X-Attempt";

  /** Up to 25 the JDK sends a GET that is cut twice, from 26 on five times. */
  private static final int MOST = 5 * (RETRIES + 2);

  private final Subject subject;
  private final Step step;
  private List<String> verbs = ALL_VERBS;
  private Set<Mode> modes = EnumSet.allOf(Mode.class);
  private UnaryOperator<Sending> refinement = UnaryOperator.identity();

  private Row(Subject subject, Step step) {
    this.subject =
        subject
            .with("profile=client-go")
            .with("max-retries=" + RETRIES)
            .with("attempt-header=" + NUMBER);
    this.step = step;
  }

  /** The server does that to every attempt. */
  static Row of(Subject subject, Step step) {
    return new Row(subject, step);
  }

  Row verbs(String... some) {
    verbs = Arrays.asList(some);
    return this;
  }

  Row modes(Mode... some) {
    modes = EnumSet.copyOf(Arrays.asList(some));
    return this;
  }

  Row sending(UnaryOperator<Sending> more) {
    refinement = more;
    return this;
  }

  void isRetried() {
    isAttempted(1 + RETRIES);
  }

  void isNotRetried() {
    isAttempted(1);
  }

  private void isAttempted(int times) {
    List<Call> calls = new ArrayList<>();
    try {
      for (String verb : verbs) {
        modes.forEach(mode -> calls.add(start(verb, mode)));
      }
      for (Call call : calls) {
        String reply = call.pending().reply().toString();
        assertThat(call.attempts()).as("%s %s", call.name(), reply).isEqualTo(times);
      }
    } finally {
      calls.forEach(call -> call.server().close());
    }
  }

  private Call start(String verb, Mode mode) {
    FaultServer server = new FaultServer();
    for (int i = 0; i < MOST; i++) {
      server.plays(step);
    }
    Sending request = mode.as(subject.request(verb, server.url(mode.path())));
    return new Call(verb + " " + mode, server, refinement.apply(request).start());
  }

  private record Call(String name, FaultServer server, Pending pending) {
    long attempts() {
      return server.attempts().stream().map(attempt -> attempt.header(NUMBER)).distinct().count();
    }
  }
}
