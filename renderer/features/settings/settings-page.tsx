import { TriangleAlert } from 'lucide-react';
import { useSettingsQuery } from '../../data/queries.ts';
import { settingsText as text } from '../../text/settings-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../shell/page.tsx';
import { AlertSettings } from './alert-settings.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { DatabaseSettings } from './database-settings.tsx';
import { ExportSettings } from './export-settings.tsx';
import { GatewaySettings } from './gateway-settings.tsx';
import { PolicySettings } from './policy-settings.tsx';
import { RecordingSettings } from './recording-settings.tsx';

export function SettingsPage() {
  const query = useSettingsQuery();
  return (
    <Page title={text.page} intro={text.intro} narrow>
      {query.isError ? (
        <EmptyState
          tone="failed"
          icon={<TriangleAlert />}
          title={text.failed.title}
          text={text.failed.text(query.error.message)}
        >
          <Button onClick={() => void query.refetch()}>{uiText.tryAgain}</Button>
        </EmptyState>
      ) : query.data === undefined ? null : (
        <>
          <AppearanceSettings settings={query.data} />
          <AlertSettings settings={query.data} />
          <PolicySettings settings={query.data} />
          <RecordingSettings settings={query.data} />
          <GatewaySettings settings={query.data} />
          <DatabaseSettings />
          <ExportSettings settings={query.data} />
          <DataSettings />
        </>
      )}
    </Page>
  );
}
