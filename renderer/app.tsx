import { useCallback, useState } from 'react';
import { useAppState } from './data/queries.ts';
import { ApprovalBanner } from './features/approvals/approval-banner.tsx';
import { ApprovalDialog } from './features/approvals/approval-dialog.tsx';
import { AlertsPage } from './features/bursts/alerts-page.tsx';
import { ClientsPage } from './features/clients/clients-page.tsx';
import { ConnectPage } from './features/connect/connect-page.tsx';
import { ExportDialog } from './features/export/export-dialog.tsx';
import { HealthPage } from './features/health/health-page.tsx';
import { MemoryPage } from './features/memory/memory-page.tsx';
import { Palette } from './features/palette/palette.tsx';
import { ReportPage } from './features/report/report-page.tsx';
import { RunsPage } from './features/runs/runs-page.tsx';
import { ServersPage } from './features/servers/servers-page.tsx';
import { SettingsPage } from './features/settings/settings-page.tsx';
import { CheatSheet } from './features/shell/cheat-sheet.tsx';
import { Notices } from './features/shell/notices.tsx';
import { type PageName, useShell } from './features/shell/shell-store.ts';
import { Sidebar } from './features/shell/sidebar.tsx';
import { usePushes } from './features/shell/use-pushes.ts';
import { useShortcuts } from './features/shell/use-shortcuts.ts';
import { useTheme } from './features/shell/use-theme.ts';
import { ViewDialog } from './features/views/view-dialog.tsx';
import { useFreshCounts } from './features/writes/use-live-tail.ts';
import { useSettledRows } from './features/writes/use-settled-rows.ts';
import { WritesPage } from './features/writes/writes-page.tsx';
import { focusGrid } from './lib/focus.ts';
import { shellText } from './text/shell-text.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { Late } from './ui/late.tsx';
import { Toaster } from './ui/toaster.tsx';
import './app.css';

export function App() {
  usePushes();
  useTheme();
  useShortcuts();
  useFreshCounts();
  useSettledRows();
  const page = useShell((state) => state.page);
  const [firstRun, setFirstRun] = useState(false);
  const onFirstRun = useCallback((first: boolean) => setFirstRun(first), []);
  const ledger = useAppState().data?.ledger;
  const unreadable = ledger?.kind === 'unreadable' && ledger.setAside === null;
  return (
    <div className="app">
      <button type="button" className="skip" onClick={focusGrid}>
        {shellText.skip}
      </button>
      <Sidebar facets={!firstRun && !unreadable} />
      <div className="app-main">
        <ApprovalBanner />
        <Notices />
        <main className="app-page">
          <ErrorBoundary resetKey={page}>
            <CurrentPage page={page} onFirstRun={onFirstRun} />
          </ErrorBoundary>
        </main>
      </div>
      <Late>
        <ExportDialog />
        <ApprovalDialog />
        <ViewDialog />
        <CheatSheet />
        <Palette />
        <Toaster />
      </Late>
    </div>
  );
}

interface CurrentPageProps {
  readonly page: PageName;
  readonly onFirstRun: (first: boolean) => void;
}

function CurrentPage({ page, onFirstRun }: CurrentPageProps) {
  switch (page) {
    case 'writes':
      return <WritesPage onFirstRun={onFirstRun} />;
    case 'runs':
      return <RunsPage />;
    case 'memory':
      return <MemoryPage />;
    case 'report':
      return <ReportPage />;
    case 'alerts':
      return <AlertsPage />;
    case 'clients':
      return <ClientsPage />;
    case 'servers':
      return <ServersPage />;
    case 'health':
      return <HealthPage />;
    case 'connect':
      return <ConnectPage first={false} />;
    case 'settings':
      return <SettingsPage />;
  }
}
