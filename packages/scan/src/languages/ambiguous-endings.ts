/** Decides the language of a file whose extension several languages share. */
export interface Surroundings {
  /** The first characters of the file; empty if it was not read. */
  head: string;
  /** Whether the tree has files with this extension. */
  has(extension: string): boolean;
}

type Rule = (surroundings: Surroundings) => string | null;

const rules: Readonly<Record<string, Rule>> = {
  ".h": ({ head, has }) => {
    if (/^[ \t]*(?:class\s+\w|namespace\s|template\s*<|using\s|public:|private:)|std::/m.test(head))
      return "C++";
    if (/^[ \t]*(?:@interface|@protocol|@class|#import)\b/m.test(head)) return "Objective-C";
    if ([".cpp", ".cc", ".cxx", ".hpp", ".ino"].some(has) && !has(".c")) return "C++";
    return has(".m") && !has(".c") ? "Objective-C" : "C";
  },
  ".m": ({ head, has }) => {
    if (/^[ \t]*(?:@implementation|@interface|@import|#import|#include)\b/m.test(head)) return "Objective-C";
    if (/^[ \t]*(?:function\b|%|end\s*(?:;\s*)?$|clc|clear)/m.test(head)) return "MATLAB";
    return has(".mm") || has(".swift") ? "Objective-C" : null;
  },
  ".pl": ({ head }) => {
    if (/^[ \t]*:-|^\w+\([^)]*\)\s*:-/m.test(head)) return "Prolog";
    return /^[ \t]*(?:use\s+\w|my\s|sub\s|package\s)|^#!.*perl/m.test(head) ? "Perl" : null;
  },
  ".t": ({ head }) => (/^[ \t]*(?:use\s+\w|my\s)|^#!.*perl/m.test(head) ? "Perl" : null),
  ".v": ({ head, has }) => {
    if (/^[ \t]*(?:module\s+\w+\s*[#(;]|`timescale|endmodule)/m.test(head)) return "Verilog";
    if (/^[ \t]*(?:Require|Theorem|Lemma|Inductive|Definition)\b/m.test(head)) return "Rocq Prover";
    return /^[ \t]*(?:module\s+\w+\s*$|fn\s|import\s+\w)/m.test(head) && !has(".sv") ? "V" : null;
  },
  ".fs": ({ head, has }) => {
    if (/^[ \t]*(?:#version|precision\s|uniform\s|varying\s|void\s+main)/m.test(head)) return "GLSL";
    return has(".fsproj") || /^[ \t]*(?:module|open|namespace|let)\s/m.test(head) ? "F#" : null;
  },
  ".mo": ({ head }) => {
    if (/^[ \t]*(?:within|model|equation)\b/m.test(head)) return "Modelica";
    return /\b(?:actor|import\s+\w+\s+"|public\s+(?:shared|func|query))/.test(head) ? "Motoko" : null;
  },
  ".gs": ({ head }) => (/\b(?:function|var|const|let)\b/.test(head) ? "JavaScript" : null),
  ".cls": ({ head }) =>
    /\b(?:public|global|private)\s+(?:with\s+sharing\s+)?class\b/i.test(head) ? "Apex" : null,
  ".pp": ({ head }) => (/^[ \t]*(?:class|define|node)\s+[\w:]+\s*[({]/m.test(head) ? "Puppet" : null),
};

export function isAmbiguous(name: string): boolean {
  return Object.hasOwn(rules, extensionOf(name));
}

/** The language of a file for which `isAmbiguous` is true, or null if undecided. */
export function decideLanguage(name: string, surroundings: Surroundings): string | null {
  return rules[extensionOf(name)]?.(surroundings) ?? null;
}

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot).toLowerCase();
}
