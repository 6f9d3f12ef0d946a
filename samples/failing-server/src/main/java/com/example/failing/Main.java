package com.example.failing;

import java.io.IOException;

/** Runs the failing server until standard input ends, to try a program of one's own against it. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws IOException {
    try (FailingServer server = FailingServer.start()) {
      for (String line : Script.DESCRIPTION) {
        String path = line.substring(0, line.indexOf(' '));
        System.out.println(server.uri(path) + line.substring(path.length()));
      }
      System.out.println("Press Enter to begin the script anew, Ctrl-D to end.");
      while (System.in.read() >= 0) {
        server.rewind();
      }
    }
  }
}
