package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.ActionChainArbitrary;
import net.jqwik.api.state.Transformer;

/**
 * Files are written, half written, deleted, and made to extend others, between looks: what is in
 * force is what the last two looks that agreed have seen, if that was without a fault.
 */
class ReloadModelTest {
  private static final FakeTarget ANY = FakeTarget.of("GET", "https://elsewhere/");

  private static final class Model {
    private final FakeEnvironment environment =
        new FakeEnvironment().file("/d/a.properties", "max-retries = 5");
    private final String config;
    private final LiveConfiguration live;
    private Map<String, String> seen;
    private Map<String, String> last;
    private int inForce = 5;

    Model(String config) {
      this.config = config;
      live = LiveConfigurations.load(config, environment);
      seen = look();
    }

    /** What a look finds: the files that the options lead to, and what is in them. */
    private Map<String, String> look() {
      Map<String, String> found = new TreeMap<>();
      Map<File, ByteBuffer> contents =
          new LinkedHashMap<>(Configuration.load(config, environment).fileContents());
      contents.forEach(
          (file, bytes) ->
              found.put(
                  file.getPath(),
                  bytes == null ? null : StandardCharsets.UTF_8.decode(bytes).toString()));
      return found;
    }

    Model write(String path, String text) {
      environment.files.put(path, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      environment.unreadable.remove(path);
      return this;
    }

    Model delete(String path) {
      environment.files.remove(path);
      environment.unreadable.remove(path);
      return this;
    }

    Model lock(String path) {
      write(path, "");
      environment.unreadable.add(path);
      return this;
    }

    Model looks() {
      live.reloadIfChanged();
      Map<String, String> found = look();
      if (found.equals(seen)) {
        last = null;
      } else if (found.equals(last)) {
        seen = found;
        last = null;
        Configuration candidate = Configuration.load(config, environment);
        if (candidate.faults().isEmpty()) {
          inForce = candidate.policyFor(ANY).maxRetries();
        }
      } else {
        last = found;
      }
      return this;
    }

    /** An operator has the files read now, which do not change meanwhile. */
    Model reads() {
      Reload reload = live.reload();
      seen = look();
      last = null;
      Configuration candidate = Configuration.load(config, environment);
      assertThat(reload.faults()).hasSameSizeAs(candidate.faults());
      if (candidate.faults().isEmpty()) {
        inForce = candidate.policyFor(ANY).maxRetries();
      }
      check();
      return this;
    }

    void check() {
      assertThat(live.current().policyFor(ANY).maxRetries()).isEqualTo(inForce);
      assertThat(live.current().policyFor(ANY).enabled()).isTrue();
    }
  }

  private static final Arbitrary<String> PATHS =
      Arbitraries.of("/d/a.properties", "/d/b.properties", "/d/default.properties");

  private static Arbitrary<String> texts() {
    Arbitrary<String> lines =
        Arbitraries.of(
            "max-retries = 1\n",
            "max-retries = 2\n",
            "max-retries = many\n",
            "deadline = 5s\n",
            "extends = b.properties\n",
            "extends = default.properties\n",
            "route.r.match = GET http://h/**\n",
            "route.r.max-retries = 3\n",
            "\u00e4\ud83d\ude00 = x\n");
    return Combinators.combine(lines.list().ofMaxSize(4), Arbitraries.integers().between(0, 30))
        .as(
            (all, half) -> {
              String text = String.join("", all);
              return half < 20 ? text : text.substring(0, Math.min(text.length(), half));
            });
  }

  private static final class Write implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return Combinators.combine(PATHS, texts())
          .as((path, text) -> Transformer.transform("write", model -> model.write(path, text)));
    }
  }

  private static final class Delete implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return PATHS.map(path -> Transformer.transform("delete", model -> model.delete(path)));
    }
  }

  private static final class Lock implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return PATHS.map(path -> Transformer.transform("lock", model -> model.lock(path)));
    }
  }

  @Provide
  ActionChainArbitrary<Model> ofAFile() {
    return chains("config=/d/a.properties");
  }

  @Provide
  ActionChainArbitrary<Model> ofADirectory() {
    return chains("config=/d,service=a");
  }

  private static ActionChainArbitrary<Model> chains(String config) {
    return ActionChain.startWith(() -> new Model(config))
        .withAction(6, new Write())
        .withAction(2, new Delete())
        .withAction(1, new Lock())
        .withAction(8, Action.just("look", Model::looks))
        .withAction(6, Action.just("look twice", model -> model.looks().looks()))
        .withAction(4, Action.just("read now", Model::reads))
        .withMaxTransformations(50);
  }

  @Property
  void whatHoldsIsWhatTheLastTwoLooksThatAgreedHaveSeen(
      @ForAll("ofAFile") ActionChain<Model> chain) {
    check(chain);
  }

  @Property
  void theDefaultOfADirectoryIsWatchedTogetherWithTheServicesOwn(
      @ForAll("ofADirectory") ActionChain<Model> chain) {
    check(chain);
  }

  private static void check(ActionChain<Model> chain) {
    Model model = chain.withInvariant(Model::check).run();

    model.looks().looks().looks();
    model.check();
    assertThat(model.seen).isEqualTo(model.look());
  }
}
