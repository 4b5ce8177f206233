import type { ClientFile } from '../../../shared/client-files.ts';
import { type ClientDialect, clientDialects } from './clients.ts';
import { type ClientSurroundings, knownFolders, ownSurroundings } from './surroundings.ts';

/**
 * The configuration files of the clients that are on this machine. A client whose folder is there is told
 * with the file that it would read, though it does not exist yet.
 * @param projects Folders of projects whose own files count as well.
 */
export function findClientFiles(
  where: ClientSurroundings = ownSurroundings(),
  projects: readonly string[] = [],
): readonly ClientFile[] {
  return clientDialects.flatMap((dialect) => [
    ...userFiles(dialect, where),
    ...projects.flatMap((folder) => projectFiles(dialect, folder, where)),
  ]);
}

function userFiles(dialect: ClientDialect, where: ClientSurroundings): readonly ClientFile[] {
  const places = dialect.places(where).map((place) => ({
    ...place,
    standing: where.standing(place.file),
  }));
  const present = places.filter(({ standing }) => standing !== 'absent');
  if (present.length > 0) {
    return present.map(({ file, standing }) =>
      fileOf(dialect, file, 'user', standing === 'file' ? 'present' : 'unknown'),
    );
  }
  const expected = places.find(({ folder }) => where.standing(folder) === 'folder');
  // A home folder says nothing of one client.
  if (expected === undefined || expected.folder === where.homeFolder) return [];
  return [fileOf(dialect, expected.file, 'user', 'absent')];
}

function projectFiles(
  dialect: ClientDialect,
  folder: string,
  where: ClientSurroundings,
): readonly ClientFile[] {
  if (dialect.projectFile === null) return [];
  const file = knownFolders(where).join(folder, ...dialect.projectFile);
  const standing = where.standing(file);
  if (standing === 'absent') return [];
  return [fileOf(dialect, file, 'project', standing === 'file' ? 'present' : 'unknown')];
}

function fileOf(
  { key, name }: ClientDialect,
  file: string,
  scope: ClientFile['scope'],
  state: ClientFile['state'],
): ClientFile {
  return { client: key, client_name: name, file, scope, state };
}
