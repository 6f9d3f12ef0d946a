package com.example.shop;

import com.example.fetch.Main;
import java.util.function.UnaryOperator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;

/** A service of Spring Boot 2 that fetches when it is asked to. */
@SpringBootApplication
@RestController
public class Shop {
  private final RestTemplate rest = new RestTemplate(new HttpComponentsClientHttpRequestFactory());

  /** Starts it. */
  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  /**
   * Fetches.
   *
   * @param what {@code RestTemplate}, or a fetching class
   */
  @GetMapping("/fetch")
  public String fetch(@RequestParam("what") String what, @RequestParam("url") String url)
      throws ReflectiveOperationException {
    return client(what).apply(url);
  }

  private UnaryOperator<String> client(String what) throws ReflectiveOperationException {
    return what.equals("RestTemplate")
        ? this::rest
        : Main.fetch(what, Thread.currentThread().getContextClassLoader());
  }

  private String rest(String url) {
    ResponseEntity<String> response = rest.getForEntity(url, String.class);
    return response.getStatusCodeValue() + " " + response.getBody();
  }
}
