package io.redial.cli.report;

/** What a reason means, in a few words; docs/operations.md says more. */
final class ReasonText {
  private ReasonText() {}

  /** Returns the meaning of a reason; empty if this version does not know the reason. */
  static String of(String reason) {
    switch (reason) {
      case "retry-after":
        return "the server said when to try again";
      case "status":
        return "retry-on names the status";
      case "connection-error":
        return "the connection was lost";
      case "connect-failure":
        return "no connection could be made";
      case "unprocessed":
        return "the server had not processed the request";
      case "timeout":
        return "the attempt took too long";
      case "method":
        return "the request is not idempotent";
      case "no-hint":
        return "429 or 5xx without a usable Retry-After";
      case "body":
        return "the request body could not be sent again";
      case "deadline":
        return "the wait would not have ended before the deadline";
      case "max-retries":
        return "the call had used up its retries";
      case "budget":
        return "retries had reached their share of the host's calls";
      case "max-waiting":
        return "too many threads were waiting already";
      case "veto":
        return "the server said not to retry";
      case "deferred":
        return "the caller retries by itself";
      case "outer-retry":
        return "the call was itself a retry, by a layer above";
      case "impatient":
        return "callers had cancelled waits of this length";
      case "rollout":
        return "the call is outside the share of rollout";
      case "observe":
        return "mode=observe: a dry run";
      case "cancelled":
        return "an operator, the caller or a closing client ended the wait";
      case "disabled":
        return "Redial was switched off during the wait";
      default:
        return "";
    }
  }
}
