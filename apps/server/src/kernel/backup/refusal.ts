/** The reason why a backup cannot be made or restored, as a sentence for the platform operator. */
export class BackupRefusal extends Error {
  override name = 'BackupRefusal'
}
