"""One contender in a process of its own: reads a request per line, answers a line per request.

    python peer.py tantivy|faiss|scann|hnswlib|usearch

Requests and answers are fields separated by tabs:

    build CHUNKS FOLDER          builds the index of a chunk set into the folder
    open CHUNKS FOLDER           loads it
    text K TERMS                 BM25 of any of the space-separated terms
    vector K SETTINGS FLOATS     nearest by inner product; settings as JSON, float32 in base64
    → ok MILLISECONDS IDS        of the search alone, reading and writing left out
    → error MESSAGE

A chunk set is three files: chunks.json (count, dimensions), chunks.txt (a line of terms per chunk), chunks.f32.
"""
import base64
import json
import os
import sys
import time

import numpy as np


def read_chunks(folder):
    with open(os.path.join(folder, "chunks.json")) as file:
        about = json.load(file)
    vectors = np.fromfile(os.path.join(folder, "chunks.f32"), dtype=np.float32)
    return about["count"], vectors.reshape(about["count"], about["dimensions"])


class Tantivy:
    def build(self, chunks, folder):
        import tantivy

        schema = tantivy.SchemaBuilder()
        schema.add_text_field("terms", stored=False, tokenizer_name="whitespace", index_option="freq")
        schema.add_integer_field("row", stored=False, fast=True)
        index = tantivy.Index(schema.build(), path=folder)
        index.register_tokenizer(
            "whitespace", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
        )
        writer = index.writer(heap_size=1_000_000_000, num_threads=1)
        with open(os.path.join(chunks, "chunks.txt")) as file:
            for row, line in enumerate(file):
                writer.add_document(tantivy.Document(terms=line.rstrip("\n"), row=row))
        writer.commit()
        writer.wait_merging_threads()

    def open(self, chunks, folder):
        import tantivy

        self.tantivy = tantivy
        index = tantivy.Index.open(folder)
        index.register_tokenizer(
            "whitespace", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
        )
        index.config_reader(num_warmers=0)
        self.schema = index.schema
        self.searcher = index.searcher()

    def text(self, k, terms):
        query = self.tantivy.Query
        any_of = query.boolean_query(
            [
                (self.tantivy.Occur.Should, query.term_query(self.schema, "terms", term, "freq"))
                for term in terms.split(" ")
            ]
        )
        started = time.perf_counter()
        hits = self.searcher.search(any_of, k, count=False).hits
        took = time.perf_counter() - started
        addresses = [address for _, address in hits]
        return took, self.searcher.fast_field_values("row", addresses)


class Faiss:
    def build(self, chunks, folder):
        import faiss

        count, vectors = read_chunks(chunks)
        lists = min(1024, max(16, count // 40))
        name = f"IVF{lists},PQ{vectors.shape[1] // 2}x4fs,Refine(SQfp16)"
        index = faiss.index_factory(vectors.shape[1], name, faiss.METRIC_INNER_PRODUCT)
        index.train(vectors)
        index.add(vectors)
        faiss.write_index(index, os.path.join(folder, "index"))

    def open(self, chunks, folder):
        import faiss

        faiss.omp_set_num_threads(1)
        self.faiss = faiss
        self.index = faiss.read_index(os.path.join(folder, "index"))

    def vector(self, k, settings, vector):
        faiss = self.faiss
        parameters = faiss.IndexRefineSearchParameters(
            k_factor=settings["refined"] / k,
            base_index_params=faiss.SearchParametersIVF(nprobe=settings["lists"]),
        )
        started = time.perf_counter()
        _, ids = self.index.search(vector.reshape(1, -1), k, params=parameters)
        return time.perf_counter() - started, ids[0]


class Scann:
    def build(self, chunks, folder):
        import scann

        count, vectors = read_chunks(chunks)
        leaves = min(2000, max(16, int(3 * count**0.5)))
        builder = scann.scann_ops_pybind.builder(vectors, 10, "dot_product")
        searcher = (
            builder.tree(num_leaves=leaves, num_leaves_to_search=leaves // 10, training_sample_size=250_000)
            .score_ah(2, anisotropic_quantization_threshold=0.2)
            .reorder(100)
            .build()
        )
        searcher.serialize(folder)

    def open(self, chunks, folder):
        import scann

        self.index = scann.scann_ops_pybind.load_searcher(folder)

    def vector(self, k, settings, vector):
        started = time.perf_counter()
        ids, _ = self.index.search(
            vector,
            final_num_neighbors=k,
            pre_reorder_num_neighbors=settings["refined"],
            leaves_to_search=settings["lists"],
        )
        return time.perf_counter() - started, ids


class Hnswlib:
    def build(self, chunks, folder):
        import hnswlib

        count, vectors = read_chunks(chunks)
        index = hnswlib.Index(space="ip", dim=vectors.shape[1])
        index.init_index(max_elements=count, M=16, ef_construction=200, random_seed=1)
        index.add_items(vectors, num_threads=2)
        index.save_index(os.path.join(folder, "index"))

    def open(self, chunks, folder):
        import hnswlib

        _, vectors = read_chunks(chunks)
        self.index = hnswlib.Index(space="ip", dim=vectors.shape[1])
        self.index.load_index(os.path.join(folder, "index"))
        self.index.set_num_threads(1)

    def vector(self, k, settings, vector):
        self.index.set_ef(settings["ef"])
        started = time.perf_counter()
        ids, _ = self.index.knn_query(vector, k=k, num_threads=1)
        return time.perf_counter() - started, ids[0]


class Usearch:
    def build(self, chunks, folder):
        from usearch.index import Index

        count, vectors = read_chunks(chunks)
        index = Index(ndim=vectors.shape[1], metric="ip", dtype="f16", connectivity=16, expansion_add=200)
        index.add(np.arange(count), vectors, threads=2)
        index.save(os.path.join(folder, "index"))

    def open(self, chunks, folder):
        from usearch.index import Index

        self.index = Index.restore(os.path.join(folder, "index"))

    def vector(self, k, settings, vector):
        self.index.expansion_search = settings["ef"]
        started = time.perf_counter()
        ids = self.index.search(vector, k, threads=1).keys
        return time.perf_counter() - started, ids


PEERS = {"tantivy": Tantivy, "faiss": Faiss, "scann": Scann, "hnswlib": Hnswlib, "usearch": Usearch}


def answer(peer, fields):
    action, *rest = fields
    if action == "text":
        return peer.text(int(rest[0]), rest[1])
    if action == "vector":
        floats = np.frombuffer(base64.b64decode(rest[2]), dtype=np.float32)
        return peer.vector(int(rest[0]), json.loads(rest[1]), floats)
    started = time.perf_counter()
    getattr(peer, action)(*rest)
    return time.perf_counter() - started, []


def main():
    peer = PEERS[sys.argv[1]]()
    # Libraries print to stdout; answers must not mix with that.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            took, ids = answer(peer, line.rstrip("\n").split("\t"))
            said = f"ok\t{took * 1000:.6f}\t{' '.join(str(int(id)) for id in ids)}"
        except Exception as error:  # Reported to the bench, which leaves the contender out.
            said = "error\t" + " ".join(str(error).split())
        answers.write(said + "\n")
        answers.flush()


main()
