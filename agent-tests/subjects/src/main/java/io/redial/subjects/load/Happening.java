package io.redial.subjects.load;

import io.redial.subjects.load.server.Visit;

/** What happens to one call while another is under way. */
enum Happening {
  /** Refused once, and sent again. */
  RETRIED("ok/retry", "after=0", State.REFUSED, false, true),
  /** The same after a refusal that is too long to be read to its end. */
  RETRIED_AFTER_A_LONG_BODY("ok/retry", "after=0&bad=300000", State.REFUSED, false, true),
  /** Its attempts take longer than they may, by an option that only an agent knows. */
  TIMED_OUT("timed/hold-head", "down=0", State.HELD, true, false),
  CANCELLED_BEFORE_ITS_HEAD("ok/hold-head", "down=0", State.HELD, false, false),
  DEPENDENT_CANCELLED_BEFORE_ITS_HEAD("ok/hold-head", "down=0", State.HELD, false, false),
  CANCELLED_IN_A_WAIT("ok/retry", "after=25", State.WAITING, false, false),
  DEPENDENT_CANCELLED_IN_A_WAIT("ok/retry", "after=25", State.WAITING, false, false),
  CANCELLED_AFTER_ITS_END("ok/ok", "down=0", State.OVER, false, true),
  DEPENDENT_CANCELLED_AFTER_ITS_END("ok/ok", "down=0", State.OVER, false, true),
  HURRIED("ok/retry", "after=25", State.WAITING, true, true),
  ENDED_BY_AN_OPERATOR("ok/retry", "after=25", State.WAITING, true, false),
  ENDED_BY_SWITCHING_OFF("ok/retry", "after=25", State.WAITING, true, false),
  CLOSED_WITH_ITS_OWN_CLIENT("ok/retry", "after=25", State.WAITING, true, false);

  /** How far the call is when it happens. */
  enum State {
    HELD,
    REFUSED,
    WAITING,
    OVER
  }

  private final String action;
  private final String query;
  private final State state;
  private final boolean needsOperator;
  private final boolean succeeds;

  Happening(String action, String query, State state, boolean needsOperator, boolean succeeds) {
    this.action = action;
    this.query = query;
    this.state = state;
    this.needsOperator = needsOperator;
    this.succeeds = succeeds;
  }

  /** The address of a call to which it happens. */
  String url(String server, String id) {
    return server + "/" + action + "/" + id + "?" + query;
  }

  boolean needsDependents() {
    return name().startsWith("DEPENDENT");
  }

  boolean needsOperator() {
    return needsOperator;
  }

  /** Up to 15 the cancellation of a dependent does not reach the call. */
  boolean mayGoOnWaiting() {
    return this == DEPENDENT_CANCELLED_IN_A_WAIT;
  }

  boolean hasClientOfItsOwn() {
    return this == CLOSED_WITH_ITS_OWN_CLIENT;
  }

  /** Whether the call is a success under the agent. */
  boolean succeeds() {
    return succeeds;
  }

  /** Waits until the call is where it is to happen. */
  void await(Incident incident, Visit visit, Operator operator) throws Exception {
    switch (state) {
      case HELD:
        incident.await(visit::awaitHeld);
        break;
      case REFUSED:
        incident.await(visit::awaitRefused);
        break;
      case WAITING:
        incident.await(visit::awaitRefused);
        operator.awaitWaiting();
        break;
      case OVER:
        incident.awaitEnd();
        break;
    }
  }

  /** Makes it happen. */
  void happen(Incident incident, Operator operator) throws Exception {
    switch (this) {
      case RETRIED:
      case RETRIED_AFTER_A_LONG_BODY:
      case TIMED_OUT:
        incident.awaitEnd();
        break;
      case CANCELLED_BEFORE_ITS_HEAD:
      case CANCELLED_IN_A_WAIT:
      case CANCELLED_AFTER_ITS_END:
        incident.call().cancel();
        break;
      case DEPENDENT_CANCELLED_BEFORE_ITS_HEAD:
      case DEPENDENT_CANCELLED_IN_A_WAIT:
      case DEPENDENT_CANCELLED_AFTER_ITS_END:
        incident.call().cancelDependent();
        break;
      case HURRIED:
        operator.retryNow();
        incident.awaitEnd();
        break;
      case ENDED_BY_AN_OPERATOR:
        operator.cancelWaiting();
        incident.awaitEnd();
        break;
      case ENDED_BY_SWITCHING_OFF:
        operator.enable(false);
        incident.awaitEnd();
        operator.enable(true);
        break;
      case CLOSED_WITH_ITS_OWN_CLIENT:
        incident.close();
        break;
    }
  }
}
