package com.example.fetch.impl.client;

import java.io.Closeable;

/** No client of Apache's. */
public final class InternalHttpClient implements Closeable {

  /** Closes one. */
  public static void main(String[] args) {
    try (InternalHttpClient client = new InternalHttpClient()) {
      client.doExecute();
    }
  }

  void doExecute() {}

  @Override
  public void close() {
    System.out.println("closed");
  }
}
