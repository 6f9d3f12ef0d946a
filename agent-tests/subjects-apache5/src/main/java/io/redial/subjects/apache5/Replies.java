package io.redial.subjects.apache5;

import io.redial.subjects.Reply;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;

/** What an HttpClient 5 application can see of a response. */
final class Replies {
  private Replies() {}

  static void elapsed(Reply reply, long start) {
    reply.put("elapsed", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }

  static void response(Reply reply, HttpResponse response) {
    reply.put("status", response.getCode());
    reply.put("version", response.getVersion());
    Map<String, String> headers = new LinkedHashMap<>();
    for (Iterator<Header> lines = response.headerIterator(); lines.hasNext(); ) {
      Header line = lines.next();
      headers.merge(
          line.getName().toLowerCase(Locale.ROOT), line.getValue(), (one, two) -> one + "," + two);
    }
    headers.forEach((name, value) -> reply.put("header." + name, value));
    reply.put("response.class", response.getClass().getName());
  }
}
