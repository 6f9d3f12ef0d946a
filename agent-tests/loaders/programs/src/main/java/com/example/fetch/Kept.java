package com.example.fetch;

import java.util.function.UnaryOperator;

/** Fetches nothing, and stays for as long as the JVM runs: what a leak looks like. */
public final class Kept implements UnaryOperator<String> {

  @Override
  public String apply(String url) {
    System.getProperties().put(url, this);
    return "kept";
  }
}
