package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.config.Environment;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/configuration.md: its files are files, its commands print what it says. */
class ConfigurationGuideTest {
  private static final Path GUIDE = Path.of("..", "docs", "configuration.md");
  private static final String DIRECTORY = "/etc/redial/";
  private static final String COMMAND = "$ java -jar redial-agent.jar ";
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");
  private static final Pattern FLAG =
      Pattern.compile("-javaagent:/opt/redial/redial-agent\\.jar(?:=([^\\s\"]+))?");

  private final Map<String, String> files = new HashMap<>();
  private final StringWriter out = new StringWriter();

  /** The indented blocks, without their indentation. */
  private static List<List<String>> blocks() throws IOException {
    List<List<String>> blocks = new ArrayList<>();
    List<String> block = new ArrayList<>();
    for (String line : Files.readAllLines(GUIDE)) {
      if (line.startsWith("    ")) {
        block.add(line.substring(4));
      } else if (!line.isEmpty() || block.isEmpty()) {
        blocks.add(block);
        block = new ArrayList<>();
      } else {
        block.add("");
      }
    }
    blocks.add(block);
    return blocks.stream().filter(lines -> !lines.isEmpty()).toList();
  }

  private int run(String arguments) {
    CommandLine line = Main.commandLine(environment());
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(out, true));
    return line.execute(
        WORD.matcher(arguments)
            .results()
            .map(word -> word.group(1) == null ? word.group() : word.group(1))
            .toArray(String[]::new));
  }

  private Environment environment() {
    return new Environment() {
      @Override
      public Map<String, String> variables() {
        return Map.of();
      }

      @Override
      public Properties properties() {
        return new Properties();
      }

      @Override
      public boolean isDirectory(File file) {
        return (file.getPath() + "/").equals(DIRECTORY);
      }

      @Override
      public boolean exists(File file) {
        return files.containsKey(file.getPath());
      }

      @Override
      public String[] list(File file) {
        return files.keySet().stream()
            .map(path -> path.substring(DIRECTORY.length()))
            .toArray(String[]::new);
      }

      @Override
      public byte[] contents(File file) throws IOException {
        String text = files.get(file.getPath());
        if (text == null) {
          throw new FileNotFoundException("no such file");
        }
        return text.getBytes(StandardCharsets.UTF_8);
      }
    };
  }

  /** A file begins with a comment that names it and ends with the next one or its block. */
  private void readFiles(List<String> block) {
    String name = null;
    for (String line : block) {
      if (line.startsWith("# ") && line.contains(".properties")) {
        String path = line.substring(2).split(":", 2)[0];
        name = path.startsWith("/") ? path : DIRECTORY + path;
        files.put(name, "");
      }
      if (name != null) {
        files.merge(name, line + "\n", String::concat);
      }
    }
  }

  @Test
  void everyCommandPrintsWhatTheGuideShows() throws IOException {
    int commands = 0;
    for (List<String> block : blocks()) {
      readFiles(block);
      if (block.get(0).startsWith(COMMAND)) {
        commands++;
        out.getBuffer().setLength(0);
        run(block.get(0).substring(COMMAND.length()));
        assertThat(out.toString()).as(block.get(0)).containsPattern(pattern(block));
      }
    }
    assertThat(commands).isEqualTo(5);
  }

  /** The lines after the command; an ellipsis stands for anything. */
  private static String pattern(List<String> block) {
    StringBuilder pattern = new StringBuilder("(?s)");
    for (String line : block.subList(1, block.size())) {
      for (String part : line.stripTrailing().split("…", -1)) {
        pattern.append(part.isBlank() ? "" : Pattern.quote(part)).append(".*?");
      }
    }
    return pattern.toString();
  }

  @Test
  void everyFlagAndEveryFileIsWithoutFaults() throws IOException {
    List<String> options = new ArrayList<>();
    for (List<String> block : blocks()) {
      readFiles(block);
      for (String line : block) {
        Matcher flag = FLAG.matcher(line);
        if (flag.find()) {
          options.add(flag.group(1) == null ? "" : flag.group(1));
        }
      }
      if (!files.isEmpty()) {
        assertThat(run("check config=/etc/redial")).as("%s: %s", files, out).isZero();
      }
    }

    assertThat(options).hasSizeGreaterThan(4).contains("mode=observe", "config=/etc/redial");
    for (String option : options) {
      assertThat(run("check " + option)).as("%s: %s", option, out).isZero();
    }
  }
}
