package com.example.initializing;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Starts the server, initialises for a while, and serves until it is stopped. */
public final class Main {
  private Main() {}

  /**
   * Runs.
   *
   * @param arguments the port (8080), how many seconds the initialisation takes (20)
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8080;
    int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
    InitializingServer server = InitializingServer.start(port, 5);
    System.out.println(server.url() + ", ready in " + seconds + " s");
    TimeUnit.SECONDS.sleep(seconds);
    server.initialized();
    System.out.println("ready");
  }
}
