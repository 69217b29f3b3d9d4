import type { ReactNode } from "react";
import { Tabs as RacTabs, Tab, TabList, TabPanel } from "react-aria-components";

interface TabsProps {
  label: string;
  tabs: readonly { name: string; content: ReactNode }[];
  /** Where the choice is stored elsewhere, such as in the address: the chosen name. */
  chosen?: string;
  onChoose?(name: string): void;
}

/** Tabs, selected by click or with the arrow keys. */
export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  return (
    <RacTabs selectedKey={chosen} onSelectionChange={(key) => onChoose?.(String(key))}>
      <TabList aria-label={label} className="mb-3 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ name }) => (
          <Tab
            key={name}
            id={name}
            className="-mb-px cursor-pointer rounded-t-md border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-muted outline-none hover:text-text focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-(--focus) data-selected:border-accent data-selected:text-text"
          >
            {name}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ name, content }) => (
        <TabPanel key={name} id={name} className="outline-offset-4">
          {content}
        </TabPanel>
      ))}
    </RacTabs>
  );
}
