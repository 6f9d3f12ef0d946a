package io.redial.subjects.corners.aws;

import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;

/** Reads or writes an object of S3 and prints what comes of it. */
public final class AwsMain {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private AwsMain() {}

  /**
   * Runs.
   *
   * @param args the HTTP client; how often the SDK tries, or {@code off}; {@code get} or {@code
   *     put}; the URL of the service
   */
  public static void main(String[] args) {
    try (SdkHttpClient http = http(args[0]);
        S3Client s3 =
            S3Client.builder()
                .httpClient(http)
                .endpointOverride(URI.create(args[3]))
                .forcePathStyle(true)
                .region(Region.US_EAST_1)
                .credentialsProvider(
                    StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .overrideConfiguration(o -> o.retryStrategy(retries(args[1])))
                .build()) {
      System.out.println(args[2].equals("get") ? get(s3) : put(s3));
    } catch (SdkServiceException e) {
      System.out.println(name(e) + " " + e.statusCode() + ", attempts " + e.numAttempts());
    } catch (SdkException e) {
      System.out.println(name(e) + " of " + name(e.getCause()) + ", attempts " + e.numAttempts());
    }
  }

  private static String get(S3Client s3) {
    return s3.getObjectAsBytes(o -> o.bucket("shelf").key("book")).asUtf8String();
  }

  private static String put(S3Client s3) {
    return s3.putObject(o -> o.bucket("shelf").key("book"), RequestBody.fromString("a text"))
        .eTag();
  }

  @SuppressWarnings("deprecation") // It is what most applications have.
  private static SdkHttpClient http(String name) {
    return switch (name) {
      case "apache4" -> ApacheHttpClient.create();
      case "apache5" -> Apache5HttpClient.create();
      case "url-connection" -> UrlConnectionHttpClient.create();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static RetryStrategy retries(String attempts) {
    if (attempts.equals("off")) {
      return AwsRetryStrategy.doNotRetry();
    }
    BackoffStrategy pause = BackoffStrategy.fixedDelayWithoutJitter(PAUSE);
    return AwsRetryStrategy.standardRetryStrategy().toBuilder()
        .maxAttempts(Integer.parseInt(attempts))
        .backoffStrategy(pause)
        .throttlingBackoffStrategy(pause)
        .build();
  }

  private static String name(Throwable thrown) {
    return thrown == null ? "nothing" : thrown.getClass().getSimpleName();
  }
}
