package com.vendor;

import com.example.fetch.Fetch4;
import com.example.fetch.Fetch5;

/** Uses the blocking clients only, so that a build can leave the others out. */
public final class Shop {
  private Shop() {}

  /**
   * Fetches.
   *
   * @param args a URL for HttpClient 4 and one for HttpClient 5
   */
  public static void main(String[] args) {
    System.out.println(new Fetch4().apply(args[0]));
    System.out.println(new Fetch5().apply(args[1]));
  }
}
