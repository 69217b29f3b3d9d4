import { Cpu, LibraryBig, type LucideIcon, Rocket, Trophy, Users } from "lucide-react";

const questions: readonly { icon: LucideIcon; title: string; about: string }[] = [
  { icon: Rocket, title: "Who has built this?", about: "The nearest projects, and the winners among them." },
  {
    icon: Users,
    title: "How crowded is it?",
    about: "How many are close, by year, award, category and cluster.",
  },
  { icon: Trophy, title: "What set winners apart?", about: "What they have more often than the others." },
  {
    icon: LibraryBig,
    title: "What has been written?",
    about: "Passages of the archive about the same thing.",
  },
  { icon: Cpu, title: "What is it built with?", about: "The technologies in the code of these projects." },
];

/** What a check answers, while none is asked. */
export function Answers() {
  return (
    <section aria-labelledby="answers" className="pt-2">
      <h2 id="answers" className="mb-2 text-sm font-medium text-muted">
        What you get
      </h2>
      <ul className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 lg:grid-cols-5">
        {questions.map(({ icon: Icon, title, about }) => (
          <li
            key={title}
            className="flex gap-3 bg-surface p-4 max-lg:last:col-span-full lg:flex-col lg:gap-2"
          >
            <Icon className="mt-0.5 size-4.5 shrink-0 text-accent-text" aria-hidden="true" />
            <span>
              <span className="block font-semibold">{title}</span>
              <span className="mt-0.5 block text-sm text-pretty text-muted">{about}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
