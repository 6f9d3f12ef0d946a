package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** What a java.net.http application can see of a response. */
final class JdkReplies {
  private JdkReplies() {}

  static void elapsed(Reply reply, long start) {
    reply.put("elapsed", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }

  static void response(Reply reply, HttpResponse<?> response, JdkRequest sent) {
    reply.put("status", response.statusCode());
    reply.put("version", response.version());
    for (Map.Entry<String, List<String>> header : response.headers().map().entrySet()) {
      reply.put("header." + header.getKey(), String.join(",", header.getValue()));
    }
    HttpRequest shown = response.request();
    HttpRequest own = sent.http();
    reply.put("request.equal", shown.equals(own) && own.equals(shown));
    reply.put("request.hash", shown.hashCode() == own.hashCode());
    reply.put("request.timeout", shown.timeout().equals(own.timeout()));
    reply.put(
        "request.publisher",
        shown.bodyPublisher().orElse(null) == own.bodyPublisher().orElse(null));
    reply.put("request.method", shown.method());
    reply.put("request.uri", shown.uri());
    reply.put("request.headers", shown.headers().map());
    reply.put("request.expect", shown.expectContinue() == own.expectContinue());
    reply.put("request.version", Objects.equals(shown.version(), own.version()));
    reply.put("request.text", shown);
    reply.put("response.text", response);
    reply.put("request.class", shown.getClass().getName());
    reply.put("response.class", response.getClass().getName());
    reply.put("uri", response.uri());
    reply.put("previous", response.previousResponse().map(HttpResponse::statusCode).orElse(null));
  }
}
