package com.example.shop;

import com.example.fetch.Main;
import java.util.function.UnaryOperator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** A service of Spring Boot 4 that fetches when it is asked to. */
@SpringBootApplication
@RestController
public class Shop {
  private final UnaryOperator<String> apache = rest(new HttpComponentsClientHttpRequestFactory());
  private final UnaryOperator<String> jdk = rest(new JdkClientHttpRequestFactory());

  /** Starts it. */
  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  /**
   * Fetches.
   *
   * @param what {@code RestClient-apache}, {@code RestClient-jdk}, or a fetching class
   */
  @GetMapping("/fetch")
  public String fetch(@RequestParam("what") String what, @RequestParam("url") String url)
      throws ReflectiveOperationException {
    return client(what).apply(url);
  }

  private UnaryOperator<String> client(String what) throws ReflectiveOperationException {
    return switch (what) {
      case "RestClient-apache" -> apache;
      case "RestClient-jdk" -> jdk;
      default -> Main.fetch(what, Thread.currentThread().getContextClassLoader());
    };
  }

  private static UnaryOperator<String> rest(ClientHttpRequestFactory requests) {
    RestClient client = RestClient.builder().requestFactory(requests).build();
    return url -> {
      ResponseEntity<String> response = client.get().uri(url).retrieve().toEntity(String.class);
      return response.getStatusCode().value() + " " + response.getBody();
    };
  }
}
