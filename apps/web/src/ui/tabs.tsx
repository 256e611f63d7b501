import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';

export interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
  /** Shown, but cannot be selected. */
  disabled?: boolean;
}

interface TabListProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id | undefined;
  onSelect: (id: Id) => void;
  /** Handlers for each tab, such as for loading its panel in advance. */
  tabProps?: (id: Id) => ComponentProps<'button'>;
  /** Returns a tab's element ID. */
  tabId: (id: Id) => string;
  /** Returns the element ID of the panel that a tab controls. */
  panelId: (id: Id) => string;
  className?: string;
  tabClassName?: string;
}

/** A tab list with one tab stop: the arrow keys, Home and End select. The caller draws the panel. */
export function TabList<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  tabProps,
  tabId,
  panelId,
  className,
  tabClassName,
}: TabListProps<Id>) {
  const selectable = tabs.filter(({ disabled }) => !disabled);

  function selectByKey(event: KeyboardEvent<HTMLDivElement>) {
    const at = selectable.findIndex(({ id }) => id === selected);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: selectable.length - 1 }[event.key];
    const tab = next === undefined ? undefined : selectable.at(next % selectable.length);
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    event.currentTarget.querySelector<HTMLElement>(`#${CSS.escape(tabId(tab.id))}`)?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its tabs has the focus
    <div role="tablist" aria-label={label} className={className} onKeyDown={selectByKey}>
      {tabs.map(({ id, label: text, disabled }) => (
        <button
          key={id}
          {...tabProps?.(id)}
          type="button"
          role="tab"
          id={tabId(id)}
          ref={id === selected ? bringIntoView : undefined}
          disabled={disabled}
          aria-selected={id === selected}
          aria-controls={id === selected ? panelId(id) : undefined}
          tabIndex={id === selected ? 0 : -1}
          className={tabClassName}
          onClick={() => onSelect(id)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** Scrolls a tab into view; on a phone, a row of tabs may be wider than the screen. */
function bringIntoView(tab: HTMLElement | null) {
  const list = tab?.parentElement;
  if (list && list.scrollWidth > list.clientWidth) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
