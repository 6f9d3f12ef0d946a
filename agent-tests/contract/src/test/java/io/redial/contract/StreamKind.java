package io.redial.contract;

import io.redial.contract.server.EventLog;
import io.redial.contract.server.ReplayedLog;
import io.redial.contract.server.WatchLog;

/** The streams that go on after a cut, for tests of what they have in common. */
enum StreamKind {
  EVENTS("/events", "resume=sse,backoff=none,deadline=60s", EventLog.of(40)),
  WATCH(
      "/api/v1/pods?watch=true&resourceVersion=" + WatchLog.listVersion(),
      "resume=watch,backoff=none,deadline=60s",
      WatchLog.of(40, 100));

  /** Where to get it. */
  final String path;

  /** The agent's options. */
  final String resuming;

  @SuppressWarnings("ImmutableEnumChecker") // It is.
  private final ReplayedLog log;

  StreamKind(String path, String resuming, ReplayedLog log) {
    this.path = path;
    this.resuming = resuming;
    this.log = log;
  }

  ReplayedLog log() {
    return log;
  }
}
