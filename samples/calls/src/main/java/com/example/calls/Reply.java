package com.example.calls;

/** What the server answered. */
public final class Reply {
  private final int status;
  private final String body;

  public Reply(int status, String body) {
    this.status = status;
    this.body = body;
  }

  public int status() {
    return status;
  }

  public String body() {
    return body;
  }
}
