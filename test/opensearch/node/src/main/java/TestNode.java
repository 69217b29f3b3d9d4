import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;

/** Runs one node until the process is ended: {@code TestNode HOME setting=value …}. */
public final class TestNode extends Node {
  private static final List<String> PLUGINS =
      List.of(
          "org.opensearch.transport.Netty4Plugin",
          "org.opensearch.analysis.common.CommonAnalysisPlugin",
          "org.opensearch.painless.PainlessPlugin",
          "org.opensearch.index.mapper.MapperExtrasPlugin",
          "org.opensearch.index.reindex.ReindexPlugin",
          "org.opensearch.knn.plugin.KNNPlugin");

  private TestNode(Environment environment, List<Class<? extends Plugin>> plugins) {
    super(environment, plugins, true);
  }

  public static void main(String[] arguments) throws Exception {
    Settings.Builder settings = Settings.builder().put("path.home", arguments[0]);
    for (int i = 1; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      settings.put(setting[0], setting[1]);
    }
    Path config = Path.of(arguments[0], "config");
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), config, () -> "node");
    LogConfigurator.configure(environment);
    List<Class<? extends Plugin>> plugins = new ArrayList<>();
    for (String name : PLUGINS) plugins.add(Class.forName(name).asSubclass(Plugin.class));
    TestNode node = new TestNode(environment, plugins);
    node.start();
    // Nothing that the node keeps outlives its test, so that it is ended by a signal.
    Thread.currentThread().join();
  }
}
