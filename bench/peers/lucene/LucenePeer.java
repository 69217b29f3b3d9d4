import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.util.CharTokenizer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.MMapDirectory;

/** Lucene as a contender in a process of its own; peer.py documents the requests. */
public final class LucenePeer {
  private IndexSearcher searcher;

  /** Splits at blanks. */
  private static final class Blanks extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      return new TokenStreamComponents(CharTokenizer.fromSeparatorCharPredicate(Character::isWhitespace));
    }
  }

  private void build(Path chunks, Path folder) throws IOException {
    var config = new IndexWriterConfig(new Blanks());
    config.setSimilarity(new BM25Similarity(1.2f, 0.75f));
    config.setRAMBufferSizeMB(512);
    // Keeps the order, so that a document's number is its row.
    config.setMergePolicy(new LogDocMergePolicy());
    var type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.freeze();
    try (var writer = new IndexWriter(new MMapDirectory(folder), config);
        Stream<String> lines = Files.lines(chunks.resolve("chunks.txt"))) {
      for (var line : (Iterable<String>) lines::iterator) {
        var document = new Document();
        document.add(new Field("terms", line, type));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  private void open(Path folder) throws IOException {
    searcher = new IndexSearcher(DirectoryReader.open(new MMapDirectory(folder)));
    searcher.setSimilarity(new BM25Similarity(1.2f, 0.75f));
    searcher.setQueryCache(null);
  }

  private ScoreDoc[] text(int k, String terms) throws IOException {
    var any = new BooleanQuery.Builder();
    for (var term : terms.split(" ")) any.add(new TermQuery(new Term("terms", term)), BooleanClause.Occur.SHOULD);
    return searcher.search(any.build(), new TopScoreDocCollectorManager(k, k)).scoreDocs;
  }

  private String answer(String[] fields) throws IOException {
    var found = new ScoreDoc[0];
    var started = System.nanoTime();
    switch (fields[0]) {
      case "build" -> build(Path.of(fields[1]), Path.of(fields[2]));
      case "open" -> open(Path.of(fields[2]));
      case "text" -> found = text(Integer.parseInt(fields[1]), fields[2]);
      default -> throw new IOException("unknown request " + fields[0]);
    }
    var took = (System.nanoTime() - started) / 1e6;
    return "ok\t" + took + "\t"
        + Stream.of(found).map(hit -> Integer.toString(hit.doc)).collect(Collectors.joining(" "));
  }

  public static void main(String[] args) throws IOException {
    var peer = new LucenePeer();
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (var line = input.readLine(); line != null; line = input.readLine()) {
      try {
        output.println(peer.answer(line.split("\t")));
      } catch (Exception error) {
        output.println("error\t" + String.valueOf(error.getMessage()).replaceAll("\\s+", " "));
      }
    }
  }
}
