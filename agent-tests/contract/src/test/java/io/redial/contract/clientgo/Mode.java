package io.redial.contract.clientgo;

import io.redial.contract.harness.Sending;
import io.redial.subjects.Reading;

/**
 * client-go's three ways to make a request, as HTTP shows them. Redial sees a request and no
 * function's name, so its answer is the same for all.
 */
enum Mode {
  /** Do and DoRaw: the answer is read whole. */
  DO("/api/v1/pods", Reading.TEXT),
  /** Watch: an answer without an end, read as it comes. */
  WATCH("/api/v1/pods?watch=true", Reading.STREAM),
  /** Stream: the same, of a log for instance. */
  STREAM("/api/v1/pods/one/log?follow=true", Reading.STREAM);

  private final String path;
  private final Reading reading;

  Mode(String path, Reading reading) {
    this.path = path;
    this.reading = reading;
  }

  String path() {
    return path;
  }

  Sending as(Sending request) {
    return request.reading(reading);
  }
}
