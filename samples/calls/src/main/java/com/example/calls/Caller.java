package com.example.calls;

/** The part of a program that knows its HTTP client. */
public interface Caller {
  /** Makes the call; whatever the client throws is thrown on. */
  Reply make(Call call) throws Exception;
}
