package io.redial.policy;

/** Option {@code resume}: kinds of streams that are resumed after a cut (rule 10). */
public enum Resume {
  /** A download whose rest the server can send (rule 10.2). */
  RANGE,
  /** Server-sent events (rule 10.3). */
  SSE,
  /** A Kubernetes watch (rule 10.4). */
  WATCH
}
