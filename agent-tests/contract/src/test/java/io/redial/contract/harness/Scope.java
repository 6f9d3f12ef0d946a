package io.redial.contract.harness;

import java.util.ArrayList;
import java.util.List;

/** What one test started for itself alone, to be ended with it. */
final class Scope implements AutoCloseable {
  private final List<SubjectProcess> own = new ArrayList<>();

  Subject subject(ClientUnderTest client, Jdk jdk) {
    return new Subject(this, client, jdk, Subject.DEFAULTS, client.jvm(jdk), null);
  }

  SubjectProcess start(Jvm jvm, ClientUnderTest client) {
    SubjectProcess process = SubjectProcess.startWarm(jvm, client);
    synchronized (own) {
      own.add(process);
    }
    return process;
  }

  @Override
  public void close() {
    synchronized (own) {
      own.forEach(SubjectProcess::close);
    }
  }
}
