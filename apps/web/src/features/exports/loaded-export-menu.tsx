import { useMutation } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Button, Spinner } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyComponent } from '#web/ui/lazy-part.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { notify } from '#web/ui/toaster.tsx';
import type { DocumentChoice, ExportMenuProps } from './export-choice.ts';
import { whyNoPdf } from './why-no-pdf.ts';
import styles from './loaded-export-menu.module.css';

const CsvDialog = lazyComponent(async () => (await import('./used-export.ts')).CsvDialog);

const formats = [
  { format: 'xlsx', label: 'Download Excel' },
  { format: 'csv', label: 'Download CSV' },
  { format: 'json', label: 'Download JSON' },
] as const;

interface LoadedExportMenuProps extends ExportMenuProps {
  Icon: LucideIcon;
}

/** Loads the download code on first use. */
export function LoadedExportMenu({
  title,
  accountIds,
  chart = null,
  document: page,
  isLabelled = false,
  Icon,
  ...choice
}: LoadedExportMenuProps) {
  const period = usePeriod();
  const shown = useShownAccounts();
  const place = useRef<HTMLSpanElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const saving = useMutation({
    mutationFn: async (format: (typeof formats)[number]['format'] | 'png' | DocumentChoice) => {
      if (format === 'png') return (await import('./chart-picture.ts')).saveChart(place.current, title, chart ?? []);
      const { runDownload } = await import('#web/ui/download/run-download.tsx');
      const covered = accountIds ?? shown;
      await runDownload({
        text: `Exporting ${title}`,
        fallbackName: `tidemark.${typeof format === 'object' ? 'pdf' : format}`,
        load: async (watch) =>
          typeof format === 'object'
            ? (await import('./download-pdf.ts')).downloadPdf(format, covered, period, watch)
            : (await import('./used-export.ts')).downloadFigures(format, choice, covered, period, watch),
      });
    },
    onError: (error) => notify.error(getServerMessage(error, `Could not export ${title}. Try again in a moment.`)),
  });
  const busy = saving.isPending;
  const icon = busy ? <Spinner /> : <Icon size={isLabelled ? 15 : 16} aria-hidden="true" />;
  if ((accountIds ?? shown).length === 0) return null;
  return (
    <span ref={place} className={isLabelled ? styles.page : styles.card}>
      <Menu
        label={`Export ${title}`}
        trigger={(props) =>
          isLabelled ? (
            <Button size="small" icon={icon} aria-busy={busy || undefined} className={styles.label} {...props}>
              <span>Export</span>
            </Button>
          ) : (
            <IconButton label={`Export ${title}`} size="small" aria-busy={busy || undefined} {...props}>
              {icon}
            </IconButton>
          )
        }
      >
        {formats.map(({ format, label }) => (
          <MenuItem
            key={format}
            reason={busy ? 'Another export is running' : null}
            onSelect={() => saving.mutate(format)}
          >
            {label}
          </MenuItem>
        ))}
        {page && (
          <>
            <MenuSeparator />
            <MenuItem
              reason={busy ? 'Another export is running' : whyNoPdf(page, accountIds ?? shown, period.comparison)}
              onSelect={() => saving.mutate(page)}
            >
              Download PDF
            </MenuItem>
          </>
        )}
        {chart && (
          <>
            <MenuSeparator />
            <MenuItem reason={busy ? 'Another export is running' : null} onSelect={() => saving.mutate('png')}>
              Download PNG
            </MenuItem>
          </>
        )}
        <MenuSeparator />
        <MenuItem onSelect={() => setIsChoosing(true)}>CSV settings…</MenuItem>
      </Menu>
      {isChoosing && <CsvDialog onClose={() => setIsChoosing(false)} />}
    </span>
  );
}
