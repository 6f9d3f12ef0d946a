package com.example.failing;

import java.time.Instant;

/** A request as it reached the server; a character of the body for each of its bytes. */
public record Attempt(Instant at, String method, String path, String body) {}
