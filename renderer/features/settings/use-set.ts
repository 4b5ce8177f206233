import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mergeSettings, type Settings, type SettingsPatch } from '../../../shared/settings.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { settingsText } from '../../text/settings-text.ts';
import { useToasts } from '../../ui/toast-store.ts';

/** Changes settings: shown at once, and put back with a message where they could not be kept. */
export function useSet(): (patch: SettingsPatch) => void {
  const client = useQueryClient();
  const say = useToasts((state) => state.say);
  const { mutate } = useMutation({
    mutationFn: (patch: SettingsPatch) => inkwatch.settings.set(patch),
    onMutate: (patch) => {
      client.setQueryData<Settings>(keys.settings, (settings) =>
        settings === undefined ? settings : mergeSettings(settings, patch),
      );
    },
    onSuccess: (settings) => client.setQueryData(keys.settings, settings),
    onError: (error) => {
      say({ tone: 'failed', text: settingsText.notSaved(error.message) });
      void client.invalidateQueries({ queryKey: keys.settings });
    },
  });
  return mutate;
}

/** Mutes notifications for so many minutes; 0 ends it. */
export function useMute(): (minutes: 0 | 15 | 30 | 60) => void {
  const client = useQueryClient();
  const say = useToasts((state) => state.say);
  const { mutate } = useMutation({
    mutationFn: (minutes: 0 | 15 | 30 | 60) => inkwatch.settings.mute(minutes),
    onSuccess: (settings) => client.setQueryData(keys.settings, settings),
    onError: (error) => say({ tone: 'failed', text: settingsText.notSaved(error.message) }),
  });
  return mutate;
}
