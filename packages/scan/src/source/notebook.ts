import { parseJson } from "../parse/json.ts";
import { listAt, textAt } from "../parse/tree.ts";
import type { Reading } from "../signal.ts";

export interface Notebook {
  /** Linguist's name of the kernel's language. */
  language: string;
  /** Characters in code cells, without their output. */
  codeLength: number;
}

const languages: Readonly<Record<string, string>> = { python: "Python", julia: "Julia", r: "R", ir: "R" };

/**
 * A Jupyter notebook: how much code it contains, and the packages that it installs (`!pip install`).
 *
 * @throws {ParseFault} when it is not JSON.
 */
export function readNotebook(text: string, reading: Reading): Notebook {
  const content = parseJson(text);
  const kernel = textAt(content, "metadata", "kernelspec", "language") ?? "python";
  let codeLength = 0;
  for (const cell of listAt(content, "cells")) {
    if (textAt(cell, "cell_type") !== "code") continue;
    const lines = textAt(cell, "source")?.split("\n") ?? listAt(cell, "source");
    for (const line of lines) {
      if (typeof line !== "string") continue;
      codeLength += line.length;
      const installed = /^\s*[!%]\s*(?:python -m )?pip3?\s+install\s+(.{1,500})/.exec(line)?.[1];
      for (const word of installed?.split(/\s+/) ?? [])
        addInstalled(word.replace(/^["']|["']$/g, ""), reading);
    }
  }
  return { language: languages[kernel.toLowerCase()] ?? "Python", codeLength };
}

function addInstalled(word: string, reading: Reading): void {
  const [, name, version] = /^([A-Za-z][\w.-]*)(?:\[[\w,]*\])?(?:==(\d[\w.]*))?$/.exec(word) ?? [];
  if (name === undefined) return;
  const quote = `pip install ${name}${version === undefined ? "" : `==${version}`}`;
  reading.signals.push({ kind: "pypi", name, ...(version && { version }), origin: "code", quote });
}
