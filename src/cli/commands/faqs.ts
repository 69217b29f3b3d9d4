/** `priorart faqs [WORDS|PROGRAM/ID]`: questions and answers. */
import { type Command, Option } from "commander";
import type { Faq } from "../../contract/api/faqs.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createResearchCommand } from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { type Column, showAnswer } from "../output/listing.ts";
import { showSheet } from "../output/sheet.ts";

interface FaqsOptions extends CommonOptions, FormatOptions {
  program?: string;
}

const programs = ["hackathon", "eternal", "accelerator", "stamp"];

export function faqsCommand(runner: Runner): Command {
  const command = createResearchCommand("faqs", "list or search FAQs, or show one")
    .argument("[words|program/id]", "what to look for, or one FAQ as in the column Id")
    .addOption(new Option("--program <program>", "only of this program").choices(programs));
  return withFormat(command)
    .examples("faqs", 'faqs "team size" --program hackathon', "faqs hackathon/team-size --format markdown")
    .action(
      runner.research<FaqsOptions, [string | undefined]>(async (context, options, words) => {
        const format = formatOf(options);
        const [, program, id] = /^([a-z]+)\/([a-z0-9-]+)$/.exec(words ?? "") ?? [];
        if (program !== undefined && id !== undefined) {
          const response = await context.ask("getFaq", { program, id });
          const { faq } = response;
          showSheet(context, format, {
            response,
            title: faq.question,
            facts: [
              ["Id", keyOf(faq)],
              ["Source", faq.sourceUrl],
            ],
            texts: [{ heading: null, text: faq.answer, markdown: true }],
          });
        } else {
          const response = await context.ask("getFaqs", { program: options.program, q: words });
          showAnswer(context, format, { response, records: { columns, rows: response.faqs } });
        }
        return exitCodes.ok;
      }),
    );
}

const keyOf = ({ program, id }: Faq): string => `${program}/${id}`;

const columns: readonly Column<Faq>[] = [
  { title: "Id", name: "id", value: keyOf },
  { title: "Question", flexible: true, name: "question", value: ({ question }) => question },
  { title: "Answer", flexible: true, name: "answer", value: ({ answer }) => answer },
  { name: "sourceUrl", value: ({ sourceUrl }) => sourceUrl },
];
