package com.example.fetch.host;

import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Paths;

/** Paths from a command line. */
final class Urls {
  private Urls() {}

  static URL[] of(String[] args, int from) throws MalformedURLException {
    URL[] urls = new URL[args.length - from];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = Paths.get(args[from + i]).toUri().toURL();
    }
    return urls;
  }
}
