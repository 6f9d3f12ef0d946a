package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/adding-a-client.md, done: a client that no version of Redial knows is covered by a folder of
 * its own and a line in the list of clients.
 */
@Tag("programs")
final class AddingAClientTest {
  private static final Path ROOT = Path.of(System.getProperty("contract.project.root", "../.."));
  private static final Path TOY = ROOT.resolve("agent-tests/contract/src/toy");
  private static final Path FOLDER = TOY.resolve("io/redial/client/toy");
  private static final String AGENT_SOURCES = "agent/src/main/java";
  private static final String LIST = "io/redial/weave/Clients.java";
  private static final String READER = "io/redial/weave/ClientTransformer.java";

  @TempDir private static Path work;
  private static Path program;
  private static Path agent;

  @BeforeAll
  static void build() throws IOException {
    program = compile("program", List.of(), sources(TOY.resolve("toy")));
    List<Path> added = sources(FOLDER);
    added.add(listed());
    added.add(ROOT.resolve(AGENT_SOURCES).resolve(READER)); // Of a constant, which it has inside.
    Path classes = compile("agent", List.of(AgentJar.path(), program), added);
    agent = Files.copy(AgentJar.path(), work.resolve("redial-agent.jar"));
    try (FileSystem jar = FileSystems.newFileSystem(agent, Map.of());
        Stream<Path> all = Files.walk(classes)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path entry = jar.getPath(classes.relativize(file).toString());
        Files.createDirectories(entry.getParent());
        Files.copy(file, entry, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** The list of clients with one line more. */
  private static Path listed() throws IOException {
    String source = Files.readString(ROOT.resolve(AGENT_SOURCES).resolve(LIST));
    String last = "          + (\"\\n\" + Apache5Module.LISTING)";
    assertThat(source).contains(last);
    Path list = work.resolve("list").resolve(LIST);
    Files.createDirectories(list.getParent());
    String line = last.replace("Apache5Module", "io.redial.client.toy.ToyModule");
    return Files.writeString(list, source.replace(last, last + "\n" + line));
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new ArrayList<>(files.sorted().toList());
    }
  }

  private static Path compile(String name, List<Path> classPath, List<Path> sources)
      throws IOException {
    Path classes = Files.createDirectories(work.resolve(name));
    List<String> arguments = new ArrayList<>(List.of("--release", "8", "-Xlint:-options"));
    arguments.addAll(List.of("-d", classes.toString(), "-proc:none", "-cp"));
    arguments.add(String.join(":", classPath.stream().map(Path::toString).toList()));
    sources.forEach(source -> arguments.add(source.toString()));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, arguments.toArray(new String[0]))).isZero();
    return classes;
  }

  @Test
  void theFolderIsShort() throws IOException {
    long lines = 0;
    for (Path source : sources(FOLDER)) {
      lines += Files.readAllLines(source).size();
    }
    assertThat(lines).isLessThan(150);
  }

  @Test
  void aResponseThatAsksForItIsRetried() throws IOException {
    try (FaultServer server =
        new FaultServer()
            .plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("hello"))) {
      assertThat(run("", "POST", server)).isEqualTo("200 hello");
      assertThat(server.attempts()).hasSize(3);
    }
  }

  @Test
  void aLostConnectionIsRetriedIfTheMethodIsIdempotent() throws IOException {
    for (String method : List.of("GET", "POST")) {
      try (FaultServer server = new FaultServer().plays(Steps.finish(), Answer.ok("hello"))) {
        String outcome = run("", method, server);
        boolean retried = method.equals("GET");
        assertThat(outcome).isEqualTo(retried ? "200 hello" : "java.io.EOFException");
        assertThat(server.attempts()).hasSize(retried ? 2 : 1);
      }
    }
  }

  @Test
  void aCallThatIsOnlyWatchedIsMadeOnce() throws IOException {
    for (String options : List.of("mode=observe", "max-retries=0", "rollout=0%", "enabled=false")) {
      try (FaultServer server =
          new FaultServer().plays(Answer.unavailable("0"), Answer.ok("hello"))) {
        assertThat(run(options, "GET", server)).as(options).startsWith("503 ");
        assertThat(server.attempts()).as(options).hasSize(1);
      }
    }
  }

  private static String run(String options, String method, FaultServer server) {
    Jvm jvm = Jvm.of(Jdks.running()).lib(program).arg("-javaagent:" + agent + "=" + options);
    String uri = server.url() + "/toy";
    Program ended = Program.run(jvm.command("toy.ToyProgram", List.of(method, uri)), Map.of());
    assertThat(ended.exit()).as("%s", ended).isZero();
    assertThat(ended.err()).contains("redial").doesNotContain("Exception", "fault");
    return ended.out().strip();
  }
}
