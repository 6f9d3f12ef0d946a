package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The dashboard's own order; {@link PrometheusTest} proves its queries. */
@Tag("programs")
final class DashboardTest {
  private static final int COLUMNS = 24;
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");

  private final JsonObject dashboard = ObserveSamples.dashboard();
  private final List<JsonObject> panels = objects(dashboard.getAsJsonArray("panels"));

  private static List<JsonObject> objects(JsonArray array) {
    List<JsonObject> objects = new ArrayList<>();
    for (JsonElement element : array) {
      objects.add(element.getAsJsonObject());
    }
    return objects;
  }

  @Test
  void itAsksOnlyForVariablesThatItDeclares() {
    Set<String> declared = new HashSet<>(Set.of("__rate_interval", "__all"));
    objects(dashboard.getAsJsonObject("templating").getAsJsonArray("list"))
        .forEach(variable -> declared.add(variable.get("name").getAsString()));
    Set<String> used = new HashSet<>();
    Matcher names = VARIABLE.matcher(dashboard.toString());
    while (names.find()) {
      used.add(names.group(1));
    }

    assertThat(declared).contains("datasource", "service", "host");
    assertThat(used).isEqualTo(declared);
  }

  @Test
  void eachQueryGoesToTheChosenDataSource() {
    List<JsonObject> queries = new ArrayList<>(panels);
    panels.forEach(panel -> queries.addAll(objects(panel.getAsJsonArray("targets"))));

    assertThat(queries)
        .hasSizeGreaterThanOrEqualTo(2 * panels.size())
        .allSatisfy(
            query ->
                assertThat(query.getAsJsonObject("datasource").get("uid").getAsString())
                    .isEqualTo("${datasource}"));
  }

  @Test
  void noTwoPanelsHaveTheSameNumberOrPlace() {
    Set<Integer> numbers = new HashSet<>();
    Set<List<Integer>> places = new HashSet<>();
    for (JsonObject panel : panels) {
      String title = panel.get("title").getAsString();
      assertThat(numbers.add(panel.get("id").getAsInt())).as(title).isTrue();
      JsonObject grid = panel.getAsJsonObject("gridPos");
      int left = grid.get("x").getAsInt();
      int top = grid.get("y").getAsInt();
      int right = left + grid.get("w").getAsInt();
      assertThat(right).as(title).isLessThanOrEqualTo(COLUMNS);
      for (int x = left; x < right; x++) {
        for (int y = top; y < top + grid.get("h").getAsInt(); y++) {
          assertThat(places.add(List.of(x, y))).as("%s at %d, %d", title, x, y).isTrue();
        }
      }
    }
  }
}
