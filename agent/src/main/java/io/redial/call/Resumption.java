package io.redial.call;

/**
 * What follows when the body of a call's response breaks off (rule 10.7): a call of its own with
 * the same options and limits, and a deadline that begins now.
 */
public final class Resumption {
  private Resumption() {}

  /**
   * Begins it. It is not counted as a call of the application's.
   *
   * @param client of the call, which no longer knows it when it has ended
   * @param blocksPlatformThread whether a thread of the operating system waits for it (rule 4.6)
   */
  public static Call of(Call broken, Object client, boolean blocksPlatformThread) {
    return new Call(
        broken.services,
        broken.policy,
        broken.request,
        broken.host,
        client,
        blocksPlatformThread,
        broken.rolloutSample(),
        false);
  }
}
