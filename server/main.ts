// systemd and operators' scripts start the server by this path.
import './start/main.ts'
