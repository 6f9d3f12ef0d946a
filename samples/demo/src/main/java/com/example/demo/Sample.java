package com.example.demo;

import static com.example.demo.Row.Expected.FAILS;
import static com.example.demo.Row.Expected.after;
import static com.example.demo.Row.Expected.once;

import java.nio.file.Path;
import java.util.List;

/**
 * A program of the samples.
 *
 * @param client its HTTP client, as a reader knows it
 * @param name its folder and its jar
 * @param rows the calls that it is to make
 */
record Sample(String client, String name, List<Row> rows) {
  private static final Sample JDK_CLIENT =
      new Sample(
          "java.net.http",
          "jdk-client",
          List.of(
              new Row(
                  "stock",
                  "GET, 503 with Retry-After: 1, twice",
                  "get",
                  "/stock/42",
                  once("503"),
                  after(3, "200").atLeastApart(1)),
              new Row(
                  "price",
                  "GET async, connection reset",
                  "get-async",
                  "/prices/42?resets=1",
                  once(FAILS),
                  after(2, "200")),
              new Row(
                  "order",
                  "POST of a stream, 429 with Retry-After: 1",
                  "post-stream",
                  "/orders",
                  once("429"),
                  after(2, "200").atLeastApart(1)),
              new Row(
                  "report",
                  "GET, 503 with Retry-After: 3600",
                  "get",
                  "/reports/today",
                  once("503"),
                  once("503")),
              new Row(
                  "payment",
                  "POST, connection reset",
                  "post",
                  "/payments",
                  once(FAILS),
                  once(FAILS)),
              new Row("health", "GET, healthy", "get", "/health", once("200"), once("200"))));

  private static final Sample HTTPCLIENT4_SOAP =
      new Sample(
          "HttpClient 4",
          "httpclient4-soap",
          List.of(
              new Row(
                  "stock",
                  "GET, 503 with Retry-After: 1, twice",
                  "get",
                  "/stock/42",
                  once("503"),
                  after(3, "200").atLeastApart(1)),
              new Row(
                  "order",
                  "SOAP POST of a stream, 429 with Retry-After: 1",
                  "soap",
                  "/orders",
                  once("429"),
                  after(2, "200").atLeastApart(1)),
              new Row(
                  "payment",
                  "SOAP POST of a stream, connection reset",
                  "soap",
                  "/payments",
                  once(FAILS),
                  once(FAILS)),
              new Row("health", "GET, healthy", "get", "/health", once("200"), once("200"))));

  /** The client by itself answers the first 503 and the first reset with another attempt. */
  private static final Sample HTTPCLIENT5 =
      new Sample(
          "HttpClient 5",
          "httpclient5",
          List.of(
              new Row(
                  "stock",
                  "GET, 503 with Retry-After: 1, twice",
                  "get",
                  "/stock/42",
                  after(2, "503").atLeastApart(1),
                  after(3, "200").atLeastApart(1)),
              new Row(
                  "price",
                  "GET, connection reset, twice",
                  "get",
                  "/prices/42?resets=2",
                  after(2, FAILS),
                  after(3, "200")),
              new Row(
                  "order",
                  "POST of a stream, 429 with Retry-After: 1",
                  "post-stream",
                  "/orders",
                  once("429"),
                  after(2, "200").atLeastApart(1)),
              new Row(
                  "payment",
                  "POST of a stream, connection reset",
                  "post-stream",
                  "/payments",
                  once(FAILS),
                  once(FAILS)),
              new Row("health", "GET, healthy", "get", "/health", once("200"), once("200"))));

  /** Every program: together they make up the demo's table. */
  static final List<Sample> ALL = List.of(JDK_CLIENT, HTTPCLIENT4_SOAP, HTTPCLIENT5);

  /** The sample of that name. */
  static Sample named(String name) {
    return ALL.stream()
        .filter(sample -> sample.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such sample: " + name));
  }

  /** The program's jar, below the folder of all samples. */
  Path jar(Path samples) {
    return samples.resolve(name).resolve("target").resolve(name + ".jar");
  }
}
