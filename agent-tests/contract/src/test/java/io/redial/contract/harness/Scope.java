package io.redial.contract.harness;

import java.util.ArrayList;
import java.util.List;

/** What one test started for itself alone, to be ended with it. */
final class Scope implements AutoCloseable {
  private final List<SubjectProcess> own = new ArrayList<>();

  Subject subject(ClientUnderTest client, Jdk jdk) {
    return new Subject(this, client, jdk, Subject.DEFAULTS, client.jvm(jdk), null);
  }

  synchronized SubjectProcess start(Jvm jvm) {
    SubjectProcess process = SubjectProcess.start(jvm);
    own.add(process);
    return process;
  }

  @Override
  public synchronized void close() {
    own.forEach(SubjectProcess::close);
  }
}
